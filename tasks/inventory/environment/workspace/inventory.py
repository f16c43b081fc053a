class Inventory:
    def __init__(self):
        self.stock = {}
        self.reserved = {}

    def add(self, item, pieces):
        self.stock[item] = pieces
        return self.stock[item]

    def remove(self, item, pieces):
        self.stock[item] -= pieces
        return self.stock[item]

    def reserve(self, item, pieces):
        self.reserved[item] = pieces
        return self.free(item)

    def free(self, item):
        return self.stock[item] - self.reserved.get(item, 0)

    def items(self):
        return list(self.stock.items())
