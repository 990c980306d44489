/* global PropertiesService, SpreadsheetApp, UrlFetchApp, Utilities */
// Rows of the first sheet, below a heading: A is the SKU, B the address. C to F are written.
const maxRows = 100;

// biome-ignore lint/correctness/noUnusedVariables: called by Google Sheets
function onOpen() {
  SpreadsheetApp.getUi().createMenu('Prices').addItem('Update', 'updatePrices').addToUi();
}

/** Calls the API, and again after `Retry-After` where it is busy. */
function callApi(path, options, tries = 5) {
  const baseUrl = PropertiesService.getScriptProperties().getProperty('SCRAP_PRICES_BASE_URL');
  const answer = UrlFetchApp.fetch(`${baseUrl}/api/scrap_prices${path}`, {
    ...options,
    muteHttpExceptions: true,
  });
  const status = answer.getResponseCode();
  if ((status === 429 || status === 503) && tries > 1) {
    Utilities.sleep(1000 * Number(answer.getHeaders()['Retry-After'] || 2));
    return callApi(path, options, tries - 1);
  }
  if (status >= 400) throw new Error(JSON.parse(answer.getContentText()).detail);
  return JSON.parse(answer.getContentText());
}

// biome-ignore lint/correctness/noUnusedVariables: called from the menu
function updatePrices() {
  const properties = PropertiesService.getScriptProperties();
  const uid = properties.getProperty('SCRAP_PRICES_UID');
  const licenseKey = properties.getProperty('SCRAP_PRICES_LICENSE_KEY');
  const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0];
  const count = Math.min(sheet.getLastRow() - 1, maxRows);
  if (count < 1) return;
  const rows = sheet.getRange(2, 1, count, 2).getDisplayValues();
  // An empty row stays empty.
  const filled = rows.flatMap(([sku, url], index) => (sku && url ? [{ sku, url, index }] : []));
  if (filled.length === 0) return;
  const { RequestId } = callApi('/queue', {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify({
      Authorization: { UID: uid, LicenseKey: licenseKey },
      Data: {
        Sku: filled[0].sku,
        SellingSites: filled.map(({ sku, url }) => ({ Sku: sku, Url: url })),
      },
    }),
  });
  let view;
  do {
    view = callApi(`/${RequestId}`, { headers: { UID: uid, LicenseKey: licenseKey, Prefer: 'wait=20' } });
  } while (view.RequestStatus === 0);
  if (view.RequestStatus === 1)
    throw new Error('The request failed: nothing was processed within five minutes.');
  const written = rows.map(() => ['', '', '', '']);
  for (const [place, site] of view.Data.Sites.entries()) {
    const { Amount = '', Currency = '' } = site.Price || {};
    written[filled[place].index] = [site.Outcome, Amount, Currency || '', site.FetchedAt || ''];
  }
  sheet.getRange(2, 3, count, 4).setValues(written);
}
