import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { resourcePolicyChecks } from './resource-policies.ts';

/**
 * Makes synthesis fail on unacknowledged findings of cdk-nag, and on AWS services without access in a resource policy.
 */
export const addChecks = (app: App): App => {
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
    resourcePolicyChecks,
  );
  return app;
};
