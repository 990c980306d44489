"""Fills a fresh shop with the catalogue, by the shop's own models."""
import json
import os
from decimal import Decimal
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.conf import settings  # noqa: E402
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402
from PIL import Image  # noqa: E402

Product = get_model("catalogue", "Product")
ProductClass = get_model("catalogue", "ProductClass")
ProductCategory = get_model("catalogue", "ProductCategory")
ProductRecommendation = get_model("catalogue", "ProductRecommendation")
Partner = get_model("partner", "Partner")
StockRecord = get_model("partner", "StockRecord")

Path(settings.MEDIA_ROOT).mkdir(exist_ok=True)
Image.new("RGB", (20, 20)).save(Path(settings.MEDIA_ROOT) / settings.OSCAR_MISSING_IMAGE_URL, "JPEG")

kind = ProductClass.objects.create(name="Goods")
partner = Partner.objects.create(name="Partner")
categories = [create_from_breadcrumbs(f"Goods > {name}") for name in ("One", "Two")]
products = []
for index, each in enumerate(json.loads(Path("catalogue.json").read_text())):
    product = Product.objects.create(
        upc=each["sku"],
        title=each["name"],
        description=each["description"],
        product_class=kind,
    )
    StockRecord.objects.create(
        product=product,
        partner=partner,
        partner_sku=f"P{index}",
        price=Decimal(each["price"]),
        num_in_stock=each["stock"],
    )
    ProductCategory.objects.create(product=product, category=categories[index % 2])
    products.append(product)
for index, product in enumerate(products):
    for step in (1, 2):
        ProductRecommendation.objects.create(
            primary=product,
            recommendation=products[(index + step) % len(products)],
            ranking=step,
        )
