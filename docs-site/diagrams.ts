import { renderMermaidSVG } from 'beautiful-mermaid';

/**
 * Draws a Mermaid diagram as SVG without styles of its own: the style sheet colors it, in both themes, and a strict
 * content security policy lets it pass.
 *
 * @param label - read to those who do not see it.
 * @throws where the diagram is malformed.
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
