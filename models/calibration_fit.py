"""The numerics of the calibration, in numpy: softmax and logistic regression, and the turning matrix."""

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cabin_memory.outbound.text_understanding import DIMENSION, Floats, softmax

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
_HISTORY = 10
_ENOUGH = 1e-7


def softmax_regression(inputs: Floats, labels: Ints, classes: int, weights: Floats, penalty: float) -> Floats:
    """[inputs + 1, classes], bias last; minimises weighted mean log loss + penalty/2 · |W|² without it."""
    count, width = inputs.shape
    share = (weights / weights.sum()).astype(np.float32)
    wanted = np.eye(classes, dtype=np.float32)[labels]

    def loss(flat: Doubles) -> tuple[float, Doubles]:
        matrix = flat.reshape(width + 1, classes).astype(np.float32)
        found = softmax(inputs @ matrix[:-1] + matrix[-1])
        right = np.maximum(found[np.arange(count), labels], 1e-30)
        value = float(-(share * np.log(right)).sum() + penalty / 2 * (matrix[:-1] ** 2).sum())
        error = (found - wanted) * share[:, None]
        gradient = np.vstack([inputs.T @ error + penalty * matrix[:-1], error.sum(axis=0)])
        return value, gradient.ravel().astype(np.float64)

    fitted = minimise(loss, np.zeros((width + 1) * classes), 120)
    return fitted.reshape(width + 1, classes).astype(np.float32)


def logistic_regression(inputs: Doubles, labels: Doubles, weights: Doubles, penalty: float = 1e-3) -> Doubles:
    """[inputs + 1] coefficients, the bias last; inputs are standardised while fitting."""
    mean, spread = inputs.mean(axis=0), inputs.std(axis=0) + 1e-9
    columns = np.c_[(inputs - mean) / spread, np.ones(len(inputs))]
    share = weights / weights.sum()

    def loss(fitted: Doubles) -> tuple[float, Doubles]:
        total = columns @ fitted
        value = float(
            (share * (np.logaddexp(0, total) - labels * total)).sum() + penalty / 2 * (fitted[:-1] ** 2).sum()
        )
        gradient = columns.T @ (share * (1 / (1 + np.exp(-total)) - labels))
        gradient[:-1] += penalty * fitted[:-1]
        return value, gradient

    fitted = minimise(loss, np.zeros(columns.shape[1]), 200)
    slopes = fitted[:-1] / spread
    return np.append(slopes, fitted[-1] - slopes @ mean)


def minimise(loss: Callable[[Doubles], tuple[float, Doubles]], start: Doubles, steps: int) -> Doubles:
    """L-BFGS with a backtracking line search (Nocedal and Wright, algorithms 7.4 and 3.1)."""
    at = start
    value, slope = loss(at)
    moves: deque[tuple[Doubles, Doubles]] = deque(maxlen=_HISTORY)
    for _ in range(steps):
        direction = _direction(slope, moves)
        length = 1.0 if moves else min(1.0, 1.0 / float(np.linalg.norm(slope)))
        descent = float(slope @ direction)
        there, (lower, next_slope) = at + length * direction, loss(at + length * direction)
        while lower > value + 1e-4 * length * descent and length > 1e-8:
            length /= 2
            there = at + length * direction
            lower, next_slope = loss(there)
        if (there - at) @ (next_slope - slope) > 1e-12:
            moves.append((there - at, next_slope - slope))
        gained = value - lower
        at, value, slope = there, lower, next_slope
        if abs(gained) < _ENOUGH * max(1.0, abs(value)):
            break
    return at


def _direction(slope: Doubles, moves: deque[tuple[Doubles, Doubles]]) -> Doubles:
    direction = -slope
    kept: list[float] = []
    for step, change in reversed(moves):
        share = float(step @ direction) / float(step @ change)
        kept.append(share)
        direction = direction - share * change
    if moves:
        step, change = moves[-1]
        direction = direction * (float(step @ change) / float(change @ change))
    for (step, change), share in zip(moves, reversed(kept), strict=True):
        direction = direction + (share - float(change @ direction) / float(step @ change)) * step
    return direction


class Turning:
    """Fits the matrix I + A that turns centred vectors so that answers lie near their questions.

    Softmax over in-batch memories (InfoNCE, temperature 0.07): of a pair's weight, 0.7 goes to its memory and
    0.3 to all memories of its category; a question without a memory of its own spreads all of it over its
    category. Adam with decoupled weight decay, written out because the gradient is short.
    """

    RATE, DECAY, TEMPERATURE, OWN, EPOCHS = 1e-3, 0.01, 0.07, 0.7, 10
    PAIRS, QUESTIONS, MEMORIES = 128, 96, 256

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        self._added = np.zeros((DIMENSION, DIMENSION))
        self._mean, self._square = np.zeros_like(self._added), np.zeros_like(self._added)
        self._steps = 0

    def fit(
        self,
        pairs: tuple[Floats, Floats, Floats, Ints],
        questions: tuple[Floats, Ints],
        memories: tuple[Floats, Ints],
    ) -> Floats:
        """[384, 384] from (questions, memories, decoys [n, 2, 384], categories) and categorised sentences."""
        asked, told, decoys, category = pairs
        for _ in range(self.EPOCHS):
            order = self._random.permutation(len(asked))
            for begin in range(0, len(order) - self.PAIRS // 2, self.PAIRS):
                batch = order[begin : begin + self.PAIRS]
                more = self._random.choice(len(questions[0]), self.QUESTIONS, replace=False)
                pool = self._random.choice(len(memories[0]), self.MEMORIES, replace=False)
                rows = np.vstack([asked[batch], questions[0][more]])
                columns = np.vstack([told[batch], decoys[batch, 0], decoys[batch, 1], memories[0][pool]])
                # The second decoy is about something else altogether: no category.
                of_columns = np.r_[
                    category[batch], category[batch], np.full(len(batch), -1), memories[1][pool]
                ]
                wanted = self._wanted(np.r_[category[batch], questions[1][more]], of_columns, len(batch))
                self._step(rows, columns, wanted)
        return (np.eye(DIMENSION) + self._added).astype(np.float32)

    def _wanted(self, of_rows: Ints, of_columns: Ints, pairs: int) -> Doubles:
        same = (of_rows[:, None] == of_columns[None]).astype(float)
        wanted: Doubles = same / np.maximum(1, same.sum(axis=1, keepdims=True))
        wanted[:pairs] *= 1 - self.OWN
        wanted[np.arange(pairs), np.arange(pairs)] += self.OWN
        return wanted

    def _step(self, rows: Floats, columns: Floats, wanted: Doubles) -> None:
        turn = np.eye(DIMENSION) + self._added
        asked, told = rows @ turn, columns @ turn
        of_asked, of_told = _lengths(asked), _lengths(told)
        near, far = asked / of_asked, told / of_told
        found = softmax((near @ far.T / self.TEMPERATURE).astype(np.float32))
        error = (found * wanted.sum(axis=1, keepdims=True) - wanted) / (self.TEMPERATURE * len(rows))
        gradient = rows.T @ _through_unit(error @ far, near, of_asked)
        gradient += columns.T @ _through_unit(error.T @ near, far, of_told)
        self._steps += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.999 * self._square + 0.001 * gradient**2
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        self._added -= self.RATE * (mean / (np.sqrt(square) + 1e-8) + self.DECAY * self._added)


def _lengths(rows: Doubles) -> Doubles:
    lengths: Doubles = np.linalg.norm(rows, axis=1, keepdims=True)
    return lengths


def _through_unit(gradient: Doubles, unit: Doubles, lengths: Doubles) -> Doubles:
    """The gradient before the division of each row by its length."""
    across: Doubles = (gradient - unit * (gradient * unit).sum(axis=1, keepdims=True)) / lengths
    return across
