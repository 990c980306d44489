import { renderMermaidSVG } from 'beautiful-mermaid';

/**
 * Draws a Mermaid diagram as SVG without inline styles, for a strict content security policy; the style sheet colors it.
 *
 * @param label - for screen readers.
 * @throws Error for a malformed diagram.
 */
export const drawDiagram = (mermaid: string, label: string): string => {
  const svg = renderMermaidSVG(mermaid, { padding: 8, nodeSpacing: 16, layerSpacing: 24 })
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/ style="[^"]*"/g, '');
  return `<div class="diagram" tabindex="0" role="group" aria-label="${label}">${svg.replace(
    '<svg ',
    `<svg role="img" aria-label="${label}" `,
  )}</div>`;
};
