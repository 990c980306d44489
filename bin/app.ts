#!/usr/bin/env node
// The CDK app. It stands in the CommonJS scope of this folder, see scrap-prices.ts.
Promise.all([import('../lib/app.ts'), import('../lib/checks.ts')]).then(([{ createApp }, { addChecks }]) =>
  addChecks(createApp()).synth(),
);
