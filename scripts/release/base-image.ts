import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.ts';

export const dockerfile = join(root, 'Dockerfile');

const baseImage = /^FROM (?<name>[\w.-]+):(?<tag>[\w.-]+)(?:@(?<digest>sha256:[0-9a-f]{64}))? AS node$/m;

const baseImageIn = (text: string): { name: string; tag: string; digest?: string } => {
  const found = baseImage.exec(text)?.groups;
  if (!found) throw new Error('Expected a line "FROM <name>:<tag> AS node" in the Dockerfile.');
  return found as ReturnType<typeof baseImageIn>;
};

/** Returns what is wrong with the base image of the container; `undefined` if it is pinned. */
export const unpinnedImage = (text = readFileSync(dockerfile, 'utf8')): string | undefined => {
  const { name, tag, digest } = baseImageIn(text);
  return digest === undefined
    ? `Dockerfile: the image ${name}:${tag} is not pinned. Run "npm run release -- --pin-image", which asks Docker Hub.`
    : undefined;
};

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];

/** @see https://distribution.github.io/distribution/spec/auth/token/ */
const dockerHub = {
  tokens: 'https://auth.docker.io/token?service=registry.docker.io',
  manifests: 'https://registry-1.docker.io/v2',
};

const fetched = async (url: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response;
};

/**
 * Writes the digest that Docker Hub has for the base image now into a Dockerfile.
 *
 * @returns the image with its digest.
 * @throws Error if the registry does not answer with one.
 */
export const pinImage = async (file = dockerfile, registry = dockerHub): Promise<string> => {
  const text = readFileSync(file, 'utf8');
  const { name, tag } = baseImageIn(text);
  const repository = `library/${name}`;
  const grant = await fetched(`${registry.tokens}&scope=repository:${repository}:pull`);
  const { token } = (await grant.json()) as { token: string };
  const manifest = await fetched(`${registry.manifests}/${repository}/manifests/${tag}`, {
    method: 'HEAD',
    headers: { Accept: manifestTypes.join(', '), Authorization: `Bearer ${token}` },
  });
  const digest = manifest.headers.get('docker-content-digest');
  if (!/^sha256:[0-9a-f]{64}$/.test(digest ?? ''))
    throw new Error(`Expected a digest of ${name}:${tag} from the registry, got ${digest}.`);
  const image = `${name}:${tag}@${digest}`;
  writeFileSync(file, text.replace(baseImage, `FROM ${image} AS node`));
  return image;
};
