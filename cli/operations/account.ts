import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import type { AccountFacts } from '../../lib/account-rules.ts';

/** Absent: from the environment. */
type Access = Pick<STSClientConfig, 'region' | 'credentials'>;

/** Identifies the AWS caller. @throws the SDK's error if nobody is signed in. */
export const callerIdentity = async (
  access: Access = {},
): Promise<{ account: string; arn: string; region: string }> => {
  const sts = new STSClient(access);
  try {
    const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
    return { account: Account, arn: Arn, region: await sts.config.region() };
  } finally {
    sts.destroy();
  }
};

/** Resolves to `undefined` for refused or unsupported calls. */
const unlessRefused = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);

/** @param functionNames - the deployment's functions; none before the first deployment. */
export const readAccountFacts = async (
  functionNames: readonly string[],
  access: Access = {},
): Promise<AccountFacts> => {
  const { account, region } = await callerIdentity(access);
  const lambda = new LambdaClient(access);
  const gateway = new APIGatewayClient(access);
  try {
    const [settings, gatewayAccount, reserved] = await Promise.all([
      unlessRefused(lambda.send(new GetAccountSettingsCommand({}))),
      unlessRefused(gateway.send(new GetAccountCommand({}))),
      Promise.all(
        functionNames.map((FunctionName) =>
          unlessRefused(lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))),
        ),
      ),
    ]);
    return {
      account,
      region,
      concurrentExecutions: settings?.AccountLimit?.ConcurrentExecutions,
      unreservedConcurrentExecutions: settings?.AccountLimit?.UnreservedConcurrentExecutions,
      ownReserved: reserved.reduce((sum, one) => sum + (one?.ReservedConcurrentExecutions ?? 0), 0),
      gatewayLogRole: gatewayAccount && (gatewayAccount.cloudwatchRoleArn || null),
    };
  } finally {
    lambda.destroy();
    gateway.destroy();
  }
};
