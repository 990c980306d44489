/** One thing that speaks for something, or against it. */
export interface Evidence {
  readonly name: string;
  readonly weight: number;
}

/** One property that counts, where it is seen. */
export interface Feature<Seen> extends Evidence {
  /** True if it counts, or which share of its weight does. */
  readonly applies: (seen: Seen) => boolean | number;
}

/** Sums the weights of the features that apply. */
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
