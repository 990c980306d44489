/** How a renderer can fail as a whole, with what is said of it to the sites whose pages it had. */
export const rendererFaults = {
  Throttled: 'No browser was free: Lambda refused to run another renderer.',
  Crashed: 'The renderer ended while it had this page.',
  OutOfMemory: 'The renderer ran out of memory while it had this page.',
  TimedOut: 'The renderer did not answer in time.',
  Unreachable: 'The renderer could not be reached.',
  Unreadable: 'The renderer answered what is no answer to what was asked.',
  Misconfigured: 'The renderer cannot be invoked as this deployment is set up.',
} as const;

export type RendererFaultKind = keyof typeof rendererFaults;

export const rendererFaultKinds = Object.keys(rendererFaults) as RendererFaultKind[];

/** The renderer failed as a whole, and said nothing of its pages that could be believed. */
export class RendererFault extends Error {
  override readonly name = 'RendererFault';
  readonly kind: RendererFaultKind;

  constructor(kind: RendererFaultKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
