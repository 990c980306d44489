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

export interface Assembly {
  template: Template;
  /** Returns the folder of a function's bundle. */
  codeFolder: (code: { S3Key: string }) => string;
}
