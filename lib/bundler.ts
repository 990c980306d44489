import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bundleFunction } from './bundle.ts';

/** Bundles functions. Commands that need no code (`cdk ls`, `cdk destroy`) use the source folders instead. */
export const bundlerFor = (scope: Construct): typeof bundleFunction =>
  Stack.of(scope).bundlingRequired ? bundleFunction : (name) => join(import.meta.dirname, '../lambdas', name);
