/** Failures of a whole renderer invocation, with the error message for each affected site. */
export const rendererFaults = {
  Throttled: 'No browser was available: Lambda throttled the renderer.',
  Crashed: 'The renderer crashed while loading this page.',
  OutOfMemory: 'The renderer ran out of memory while loading this page.',
  TimedOut: 'The renderer did not respond in time.',
  Unreachable: 'The renderer could not be reached.',
  Unreadable: 'The renderer sent an invalid response.',
  Misconfigured: 'This deployment cannot invoke its renderer.',
} as const;

export type RendererFaultKind = keyof typeof rendererFaults;

/** The renderer failed as a whole and returned no usable results. */
export class RendererFault extends Error {
  override readonly name = 'RendererFault';
  readonly kind: RendererFaultKind;

  constructor(kind: RendererFaultKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
