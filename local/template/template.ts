/** The parts of a CloudFormation template that the local stack reads. */
export interface Template {
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** A template together with the folders of its functions' code. */
export interface Assembly {
  template: Template;
  /** @returns the folder of the bundle that a function's `Code` property names. */
  codeFolder: (code: { S3Key: string }) => string;
}
