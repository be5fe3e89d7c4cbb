"""Stub."""


class Sample: ...


def sample(*_):
    raise NotImplementedError
