import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/**
 * Lets every synthesis by the CDK's command line fail on findings of cdk-nag. What is acknowledged stands beside its
 * resource, with the reason.
 */
export const addChecks = (app: App): App => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return app;
};
