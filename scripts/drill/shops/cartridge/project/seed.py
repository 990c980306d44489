"""Fills a fresh shop with the catalogue, by the shop's own models."""
import json
import os
from decimal import Decimal
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from cartridge.shop.models import Category, Product, ProductVariation  # noqa: E402
from mezzanine.core.models import CONTENT_STATUS_PUBLISHED  # noqa: E402

category = Category.objects.create(title="Goods")
products = []
for each in json.loads(Path("catalogue.json").read_text()):
    product = Product.objects.create(
        title=each["name"],
        content=f"<p>{each['description']}</p>",
        sku=each["sku"],
        unit_price=Decimal(each["price"]),
        num_in_stock=each["stock"],
        available=True,
        status=CONTENT_STATUS_PUBLISHED,
    )
    ProductVariation.objects.create(
        product=product,
        default=True,
        sku=each["sku"],
        unit_price=Decimal(each["price"]),
        num_in_stock=each["stock"],
    )
    category.products.add(product)
    products.append(product)
for index, product in enumerate(products):
    product.related_products.add(products[(index + 1) % len(products)])
    product.upsell_products.add(products[(index + 2) % len(products)])
