#!/bin/sh
# usage: sh scrape.sh SKU URL
# Neither may contain a double quote or a backslash: they are put into JSON as they are.
set -eu
sku=$1
url=$2
api="$SCRAP_PRICES_BASE_URL/api/scrap_prices"

body=$(printf '{"Authorization":{"UID":"%s","LicenseKey":"%s"},"Data":{"Sku":"%s","SellingSites":[{"Url":"%s"}]}}' \
  "$SCRAP_PRICES_UID" "$SCRAP_PRICES_LICENSE_KEY" "$sku" "$url")
queued=$(printf '%s' "$body" |
  curl -sS --fail-with-body --retry 3 -H 'Content-Type: application/json' --data-binary @- "$api/queue")
id=$(printf '%s' "$queued" | sed -n 's/.*"RequestId":"\([^"]*\)".*/\1/p')

while :; do
  # The service holds its answer until the request has ended, for 20 seconds at most.
  answer=$(curl -sS --fail-with-body --retry 3 -H 'Prefer: wait=20' \
    -u "$SCRAP_PRICES_UID:$SCRAP_PRICES_LICENSE_KEY" "$api/$id")
  case $answer in
    *'"RequestStatus":0'*) sleep 2 ;;
    *'"RequestStatus":2'*) printf '%s\n' "$answer" && exit 0 ;;
    *) printf '%s\n' "$answer" && exit 1 ;;
  esac
done
