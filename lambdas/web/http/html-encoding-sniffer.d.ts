// The package brings no types of its own.
declare module 'html-encoding-sniffer' {
  /** @returns The name of an encoding of the WHATWG standard, or `defaultEncoding`. */
  export default function sniffEncoding(
    body: Uint8Array,
    options?: {
      xml?: boolean;
      transportLayerEncodingLabel?: string;
      defaultEncoding?: string;
      maxPrescanBytes?: number;
    },
  ): string;
}
