// The parts of an OpenAPI document that the site reads.

export interface Reference {
  $ref: string;
}

export interface Schema extends Partial<Reference> {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Answer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}

export interface Operation {
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

export interface OpenApi {
  info: { title: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { description: string }>;
    parameters?: Record<string, Parameter>;
    schemas: Record<string, Schema>;
  };
}
