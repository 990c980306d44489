#!/usr/bin/env node
// The CDK app. It stands in the CommonJS scope of this folder, see scrap-prices.ts.
Promise.all([import('../lib/app.ts'), import('../lib/checks.ts')])
  .then(([{ createAppFromContext }, { addChecks }]) => addChecks(createAppFromContext()).synth())
  .catch((error) => {
    process.stderr.write(`${process.env.SCRAP_PRICES_DEBUG ? error.stack : error.message}\n`);
    process.exitCode = 1;
  });
