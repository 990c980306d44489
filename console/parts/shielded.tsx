import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

interface Props {
  /** Starts a sentence: "This request". */
  what: string;
  children: ComponentChildren;
}

/** Error boundary: a part that fails to render does not affect others. */
export const Shielded = ({ what, children }: Props) => {
  const [error] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <section class="panel failed" role="alert">
      <p>
        {what} cannot be shown ({String(error)}). The result itself is unaffected: run it again, or read it
        with the command line.
      </p>
    </section>
  );
};
