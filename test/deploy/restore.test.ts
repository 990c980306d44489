// A deployment that was destroyed comes back with its licenses, as docs/runbook.md has it.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { describe, expect, test } from 'vitest';
import { cdk, createLicense, succeed } from './deployments.ts';
import { apiOf, useDeployments } from './use-deployments.ts';

describe('restore', () => {
  const parts = useDeployments();

  test('removalPolicy retain prevents deletion; without it the table of licenses stays, for the next deployment', async () => {
    const name = 'ScrapPrices-kept';
    const describeStack = async () => {
      const { Stacks = [] } = await new CloudFormationClient({}).send(
        new DescribeStacksCommand({ StackName: name }),
      );
      return Stacks[0];
    };
    const { deploy, write } = parts.deployments;
    const { outputs: before } = await deploy(write('kept', { removalPolicy: 'retain' }));
    expect(await describeStack()).toMatchObject({ EnableTerminationProtection: true });
    const license = await createLicense(name, 'kept');
    const file = write('kept', { removalPolicy: 'retain' });
    const { status, output } = await cdk('destroy', file, '--force');
    expect(status).not.toBe(0);
    expect(output).toMatch(/TerminationProtection/i);

    await deploy(write('kept', { removalPolicy: 'destroy' }));
    await succeed(cdk('destroy', file, '--force'));
    await expect(describeStack()).rejects.toThrow(/does not exist/);

    // The emulator goes on giving the template of a stack that is destroyed.
    write('kept', { licensesTable: before.LicensesTable });
    const { outputs: after } = await deploy(file, '-c', 'drop=licenses');
    expect(after.LicensesTable).toBe(before.LicensesTable);
    expect((await apiOf(after, license, parts.sku).getUnknown()).status).toBe(404);
    await succeed(cdk('destroy', file, '--force'));
  });
});
