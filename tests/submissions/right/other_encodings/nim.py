"""Loops instead of recursion and of library sorting."""

from gametree import Step, Tree


def compare(c, d):
	i = 0
	while i < len(c):
		if c[i] != d[i]:
			return -1 if c[i] < d[i] else 1
		i += 1
	return 0


def less_equal(c, d):
	return compare(c, d) <= 0


def greater_equal(c, d):
	return compare(c, d) >= 0


def equal_config(c, d):
	return compare(c, d) == 0


def make_next_level(c):
	level = []
	for pile in range(len(c)):
		for taken in range(1, c[pile] + 1):
			new = list(c)
			new[pile] -= taken
			place = 0
			while place < len(level) and less_equal(level[place], new):
				place += 1
			level.insert(place, tuple(new))
	return level


def bottom_up(c):
	"""The configurations below c, every one after those that it leads to."""
	order, todo = [], [c]
	seen = set()
	while todo:
		d = todo[-1]
		if d in seen:
			todo.pop()
			continue
		below = [e for e in make_next_level(d) if e not in seen]
		if below:
			todo.extend(below)
		else:
			seen.add(d)
			order.append(todo.pop())
	return order


def make_game_tree(c):
	trees = {}
	for d in bottom_up(c):
		trees[d] = Tree(d, [trees[e] for e in make_next_level(d)])
	return trees[c]


def min_max(tree, step):
	# First all nodes, parents before children; then values, children before parents.
	nodes = [(tree, step, None)]
	for number, (node, mover, _) in enumerate(nodes):
		nodes.extend((child, mover.other, number) for child in node.children)
	below = [[] for _ in nodes]
	for number in range(len(nodes) - 1, -1, -1):
		node, mover, parent = nodes[number]
		children = list(reversed(below[number]))
		if not children:
			value = 1 if mover == Step.MAX else 0
		else:
			value = children[0].value
			for child in children:
				if (child.value > value) == (mover == Step.MAX) and child.value != value:
					value = child.value
		result = Tree(value, children)
		if parent is None:
			return result
		below[parent].append(result)


def choose_move(c):
	tree = min_max(make_game_tree(c), Step.MAX)
	for i, child in enumerate(tree.children):
		if child.value == tree.value:
			return tree.value, make_next_level(c)[i]
