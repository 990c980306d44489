// Members of a site are declared once; all these places must follow.
import { describe, expect, it, test } from 'vitest';
import { resultHeadings, toResultRows } from '../../../client/result-rows.ts';
import { plainFields } from '../../../console/site-fields.ts';
import { readClosingMessage, toClosingMessage } from '../../../lambdas/domain/request/closing.ts';
import { siteErrorCodes } from '../../../lambdas/domain/result/site-errors.ts';
import { siteResultSchema } from '../../../lambdas/domain/result/site-result.ts';
import { unscrapedResult } from '../../../lambdas/domain/result/unscraped-site.ts';
import { addressed, type KnownResult } from '../../../lambdas/domain/site/queued-site.ts';
import { sellingSiteSchema } from '../../../lambdas/domain/site/selling-site.ts';
import { echoedNames, mapEchoed, siteMembers } from '../../../lambdas/domain/site/site-members.ts';
import { seenSiteSchema } from '../../../lambdas/domain/watch/watch-history.ts';
import { failedExtraction } from '../../../lambdas/scraper/site-outcome.ts';
import { openApiDocument } from '../../../scripts/openapi/document.ts';
import { requestDataExample } from '../../../scripts/openapi/examples.ts';

const echoed = mapEchoed((name) => `my ${name}`);
const site = { Url: 'https://shop.example/p', ...echoed };

describe.each(echoedNames)('%s', (name) => {
  const { maxLength } = siteMembers[name];

  it('is accepted up to its maximum length', () => {
    const accepts = (length: number) =>
      sellingSiteSchema.safeParse({ ...site, [name]: 'x'.repeat(length) }).success;
    expect([accepts(1), accepts(maxLength), accepts(0), accepts(maxLength + 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('appears in results, watches, CSV, the console’s form and the OpenAPI document', () => {
    expect(siteResultSchema.shape).toHaveProperty(name);
    expect(seenSiteSchema.shape).toHaveProperty(name);
    expect(resultHeadings).toContain(name);
    expect(plainFields).toContainEqual(expect.objectContaining({ member: name, maxLength }));
    const { SellingSite, SiteResult } = openApiDocument().components.schemas;
    expect(SellingSite!.properties).toHaveProperty(name);
    expect(SiteResult!.required).toContain(name);
  });
});

test('a site that was never scraped is echoed', () => {
  const queued = { Index: 0, Site: sellingSiteSchema.parse(site), Warnings: [] };
  const message = toClosingMessage({
    requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    deadlineMs: 0,
    groups: [[addressed(queued, '1')]],
    hasWebhook: false,
  });
  const [[named]] = readClosingMessage(JSON.stringify(message)).Groups as unknown as [[KnownResult]];
  expect(unscrapedResult(named, 'unbegun')).toMatchObject(echoed);
});

test('a row has its site’s members', () => {
  const [first] = requestDataExample.Sites;
  const [row] = toResultRows({ ...requestDataExample, Sites: [{ ...first!, ...echoed }] });
  expect(row).toMatchObject(echoed);
});

test.each(siteErrorCodes)('%s is an error code of results, with an outcome', (Code) => {
  const extraction = failedExtraction({ Code, Message: 'It failed.', Retryable: false });
  expect(siteResultSchema.shape.Outcome.safeParse(extraction.Outcome).success).toBe(true);
  expect(siteResultSchema.shape.Error.safeParse(extraction.Error).success).toBe(true);
});
