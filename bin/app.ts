#!/usr/bin/env node
// The CDK app. It stands in the CommonJS scope of this folder, see scrap-prices.ts.
import('../lib/app.ts').then(({ synthesizeApp }) => synthesizeApp());
