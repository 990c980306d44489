import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { resourcePolicyChecks } from './resource-policies.ts';

/**
 * Lets every synthesis by the CDK's command line fail on findings of cdk-nag, whose acknowledgements stand beside their
 * resources with a reason, and on services that no resource policy lets in.
 */
export const addChecks = (app: App): App => {
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
    resourcePolicyChecks,
  );
  return app;
};
