// Shows ../openapi.json with Swagger UI, which index.html has loaded as a classic script.
interface Demo {
  ApiUrl?: string;
}

declare const SwaggerUIBundle: (options: object) => unknown;

const readJson = async (address: string): Promise<object | undefined> => {
  const answer = await fetch(address);
  return answer.ok ? ((await answer.json()) as object) : undefined;
};

const [spec, demo] = await Promise.all([readJson('../openapi.json'), readJson('../demo.json')]);
// Deployed, these pages stand two folders below the API's stage.
const { ApiUrl = new URL('../..', location.href).href.replace(/\/$/, '') } = (demo ?? {}) as Demo;
SwaggerUIBundle({
  dom_id: '#docs',
  // On a running service "Try it out" calls that very service.
  spec: { ...spec, servers: [{ url: ApiUrl }] },
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: 'full',
});
