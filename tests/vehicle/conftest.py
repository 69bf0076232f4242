from pathlib import Path

import pytest
from vehicle_cars import CarMaker, make_car


@pytest.fixture(scope="session")
def car(tmp_path_factory: pytest.TempPathFactory) -> CarMaker:
    folder: Path = tmp_path_factory.mktemp("dbc")
    return lambda name: make_car(name, folder)
