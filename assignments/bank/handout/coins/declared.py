"""Which classes of this library travel between hand-ins and checks."""

from coins import Entry, Kind

VALUES = (Entry, Kind)
