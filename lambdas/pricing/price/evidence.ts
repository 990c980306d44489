/** A signed reason for or against something. */
export interface Evidence {
  readonly name: string;
  readonly weight: number;
}

/** A feature's contribution to a score: value × weight. */
export interface FeaturePart {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
}

/** The sum of contributions. */
export const addOf = (parts: readonly FeaturePart[]): number => {
  let sum = 0;
  for (const { value, weight } of parts) sum += value * weight;
  return sum;
};

/** A weighted property. */
export interface Feature<Seen> extends Evidence {
  /** True if it applies, or the fraction of its weight that does. */
  readonly applies: (seen: Seen) => boolean | number;
}

/** Collects the features that apply. */
export const weigh = <Seen>(features: readonly Feature<Seen>[], seen: Seen): Evidence[] => {
  const evidence: Evidence[] = [];
  for (const feature of features) {
    const share = feature.applies(seen);
    if (share === true) evidence.push(feature);
    else if (share !== false && share !== 0)
      evidence.push({ name: feature.name, weight: feature.weight * share });
  }
  return evidence;
};

export const sumOf = (evidence: readonly Evidence[]): number => {
  let sum = 0;
  for (const { weight } of evidence) sum += weight;
  return sum;
};
