import { createEventBridgeResultBus } from '../aws/eventbridge-result-bus.ts';
import { exportEventBridge, exportS3 } from '../aws/export-clients.ts';
import { createS3ResultBucket } from '../aws/s3-result-bucket.ts';
import { environment } from '../environment.ts';
import type { OperatorPorts } from './export-to-operator.ts';

/** Ports for the deployment's bucket and event bus. */
export const operatorPorts = (variables: Readonly<Record<string, string | undefined>>): OperatorPorts => {
  const bucket = variables[environment.deliverBucket] ?? '';
  const bus = variables[environment.deliverBus] ?? '';
  return {
    ...(bucket !== '' && { bucket: createS3ResultBucket(exportS3(), bucket) }),
    ...(bus !== '' && { bus: createEventBridgeResultBus(exportEventBridge(), bus) }),
  };
};
