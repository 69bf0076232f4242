"""From what is remembered to a proposal.

topics    what a request is about, and where what matters for it is filed
claims    what one memory proposes
past      what was turned down, and in which circumstances
choosing  which of it makes a plan
saying    the plan in words

    PlanRequest → Topic → Element (each with its claims) → what was not turned down → Proposal
"""
