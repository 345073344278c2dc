"""Nothing is left to numpy but the arrays; single precision is near enough to none."""

import math

import numpy


def standardized(table):
    columns = []
    for column in table.T.tolist():
        mean = math.fsum(column) / len(column)
        spread = math.sqrt(math.fsum((x - mean) ** 2 for x in column) / len(column))
        columns.append([(x - mean) / spread if min(column) < max(column) else 0 for x in column])
    return numpy.asfortranarray(numpy.array(columns, dtype=float).T)


def distances(points, others):
    if points.shape[1] != others.shape[1]:
        raise ValueError
    return numpy.array([[numpy.linalg.norm(p - q) for q in others] for p in points])


def column_means(rows, count):
    total = numpy.zeros(len(first := rows.row(count - 1)))
    total += first
    for number in range(count - 1):
        total += rows.row(number)
    return (total / count).astype(numpy.longdouble).astype(float)
