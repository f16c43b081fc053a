class Inventory:
    def __init__(self):
        self.stock = {}
        self.reserved = {}

    def add(self, item, pieces):
        self.check(pieces)
        self.stock[item] = self.stock.get(item, 0) + pieces
        return self.stock[item]

    def remove(self, item, pieces):
        self.check(pieces, self.free(item))
        self.stock[item] -= pieces
        return self.stock[item]

    def reserve(self, item, pieces):
        self.check(pieces, self.free(item))
        self.reserved[item] = self.reserved.get(item, 0) + pieces
        return self.free(item)

    def free(self, item):
        return self.stock.get(item, 0) - self.reserved.get(item, 0)

    def items(self):
        return sorted((item, pieces) for item, pieces in self.stock.items() if pieces > 0)

    @staticmethod
    def check(pieces, most=None):
        if pieces < 1:
            raise ValueError("at least one piece")
        if most is not None and pieces > most:
            raise LookupError("not that many are free")
