"""Writes what the shop's database holds."""
import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from oscar.core.loading import get_model  # noqa: E402

carts = sum(
    get_model(app, model).objects.count()
    for app, model in (("basket", "Basket"), ("basket", "Line"), ("wishlists", "Line"), ("order", "Order"))
)
products = [
    {
        "sku": product.upc,
        "path": product.get_absolute_url(),
        "price": str(product.stockrecords.first().price),
        "currency": product.stockrecords.first().price_currency,
        "isSoldOut": product.stockrecords.first().num_in_stock == 0,
    }
    for product in get_model("catalogue", "Product").objects.all()
]
print(json.dumps({"products": products, "carts": carts}))
