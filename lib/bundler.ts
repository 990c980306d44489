import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { bundleFunction } from './bundle.ts';

/** Bundles functions; `undefined` for commands that need no code (`cdk ls`, `destroy`, `bootstrap`). */
export type Bundler = (...args: Parameters<typeof bundleFunction>) => string | undefined;

export const bundlerFor = (scope: Construct): Bundler =>
  Stack.of(scope).bundlingRequired ? bundleFunction : () => undefined;
