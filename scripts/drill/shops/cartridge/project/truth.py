"""Writes what the shop's database holds."""
import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from cartridge.shop.models import CartItem, Order, Product  # noqa: E402

# Every visitor is given an empty cart with the first page; what lies in carts counts.
carts = sum(model.objects.count() for model in (CartItem, Order))
products = [
    {
        "sku": product.sku,
        "path": product.get_absolute_url(),
        "price": str(product.unit_price),
        # Of the locale by which this shop formats money.
        "currency": "USD",
        # Its pages sell whatever has a price, and speak of the stock when it is in the cart: no "isSoldOut".
    }
    for product in Product.objects.all()
]
print(json.dumps({"products": products, "carts": carts}))
