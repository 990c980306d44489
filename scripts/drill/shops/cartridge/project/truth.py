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
    {"sku": product.sku, "path": product.get_absolute_url(), "price": str(product.unit_price)}
    for product in Product.objects.all()
]
print(json.dumps({"products": products, "carts": carts}))
