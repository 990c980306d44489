import { useState } from 'preact/hooks';

/** Imports sites from a text or file into the form, or shows why it cannot. */
export type TakeSites = (source: string | Blob, from: string) => Promise<void>;

interface Props {
  onTake: TakeSites;
}

/** Imports a list of sites: pasted, opened as a file, or dropped on the form. */
export const ImportPanel = ({ onTake }: Props) => {
  const [text, setText] = useState('');
  const take = (given: string | Blob, from: string) => {
    void onTake(given, from);
    setText('');
  };
  return (
    <details class="import">
      <summary>Paste or open a list of sites</summary>
      <p class="hint" id="import-hint">
        A site file (JSON), a whole request, CSV, or one address per line. You can also drop a file on this
        form.
      </p>
      <textarea
        class="mono"
        rows={4}
        spellcheck={false}
        aria-label="List of sites"
        aria-describedby="import-hint"
        placeholder={'https://shop-a.example/p/{sku}\nhttps://shop-b.example/item/{sku}'}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (text.trim() !== '' || pasted.trim() === '') return;
          event.preventDefault();
          take(pasted, 'the pasted text');
        }}
      />
      <div class="actions">
        <button
          type="button"
          class="quiet"
          disabled={text.trim() === ''}
          onClick={() => take(text, 'the list')}
        >
          Add these sites
        </button>
        <label class="quiet file">
          Open a file
          <input
            type="file"
            class="unseen"
            accept=".json,.csv,.txt,application/json,text/csv,text/plain"
            onChange={(event) => {
              const input = event.currentTarget;
              const file = input.files?.[0];
              if (file) take(file, file.name);
              input.value = '';
            }}
          />
        </label>
      </div>
    </details>
  );
};
