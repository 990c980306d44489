import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import { callerIdentity, readAccountFacts } from '../../cli/operations/account.ts';
import type { Deployed } from '../../lib/deployment-checks.ts';
import type { ComparedTemplate } from '../../lib/losses.ts';

type Access = Pick<STSClientConfig, 'region' | 'credentials'>;

export interface Target {
  stackName: string;
  account: string;
  region: string;
  /** The bootstrap stack's, e.g. `hnb659fds`. */
  qualifier: string;
}

/** Reads the template of the last deployment; `undefined` if there is no such stack. */
const readTemplate = async (access: Access, stackName: string): Promise<ComparedTemplate | undefined> => {
  const client = new CloudFormationClient(access);
  try {
    const { TemplateBody } = await client.send(
      new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
    );
    // A stack in review has none.
    return JSON.parse(TemplateBody || '{}') as ComparedTemplate;
  } catch (error) {
    if (error instanceof Error && / does not exist/.test(error.message)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
};

const readWith = async (access: Access, { stackName, account }: Target): Promise<Deployed> => {
  const facts = await readAccountFacts([], access);
  if (facts.account !== account) {
    throw new Error(
      `The CDK deploys to the account ${account}, but the credentials in the environment belong to ${facts.account}. Sign in to that account; use AWS_PROFILE instead of --profile.`,
    );
  }
  return { facts, template: await readTemplate(access, stackName) };
};

/** Assumes the lookup role of `cdk bootstrap`, for users who may only assume the CDK's roles. */
const lookupRole = async ({ account, region, qualifier }: Target): Promise<Access> => {
  const { arn } = await callerIdentity({ region });
  const sts = new STSClient({ region });
  try {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:${arn.split(':')[1]}:iam::${account}:role/cdk-${qualifier}-lookup-role-${account}-${region}`,
        RoleSessionName: 'scrap-prices',
      }),
    );
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {};
    return {
      region,
      credentials: {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
      },
    };
  } finally {
    sts.destroy();
  }
};

/**
 * Reads the deployed stack with the credentials of the environment, or else with the CDK's lookup role.
 *
 * @throws the error of the first attempt.
 */
export const readDeployed = async (target: Target): Promise<Deployed> => {
  try {
    return await readWith({ region: target.region }, target);
  } catch (error) {
    try {
      return await readWith(await lookupRole(target), target);
    } catch {
      throw error;
    }
  }
};
