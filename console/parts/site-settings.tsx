import { useLayoutEffect, useState } from 'preact/hooks';
import type { SellingSite } from '../../client/index.ts';
import { type FieldProblem, selectorFieldId, siteFieldId } from '../field-problems.ts';
import {
  countSettings,
  otherMembers,
  type PlainField,
  plainFields,
  plainValueOf,
  type SelectorRow,
  selectedFields,
  selectorRows,
  selectorTypes,
  withPlainValue,
  withSelectorRows,
} from '../site-fields.ts';
import { FieldProblems, problemAttributes } from './field-problem.tsx';

interface Props {
  site: SellingSite;
  index: number;
  problems: readonly FieldProblem[];
  onChange: (site: SellingSite) => void;
}

const Field = ({ field, site, index, problems, onChange }: Props & { field: PlainField }) => {
  const id = siteFieldId(index, field.member);
  const common = { id, value: plainValueOf(site, field.member), ...problemAttributes(problems, id) };
  const change = (text: string) => onChange(withPlainValue(site, field, text));
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.hint && <span class="hint"> {field.hint}</span>}
      </label>
      {field.choices ? (
        <select {...common} onChange={(event) => change(event.currentTarget.value)}>
          {field.choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          maxLength={field.maxLength}
          inputMode={field.kind === 'number' ? 'numeric' : 'text'}
          placeholder={field.placeholder}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <FieldProblems problems={problems} fieldId={id} />
    </div>
  );
};

const placesOf = (rows: readonly SelectorRow[]): number[] =>
  rows.map((row, at) => rows.slice(0, at).filter(({ field }) => field === row.field).length);

const SelectorFields = ({ site, index, problems, onChange }: Props) => {
  const rows = selectorRows(site);
  const places = placesOf(rows);
  const change = (at: number, changes: Partial<SelectorRow>) =>
    onChange(withSelectorRows(site, rows.with(at, { ...rows[at]!, ...changes })));
  return (
    <fieldset class="selectors">
      <legend>
        Selectors <span class="hint">tried in order before automatic detection</span>
      </legend>
      {rows.map((row, at) => {
        const id = selectorFieldId(index, row.field, places[at]!);
        const named = `selector ${at + 1} of site ${index + 1}`;
        return (
          // Rows are identified only by position.
          <div class="selector" key={at}>
            <select
              aria-label={`What ${named} finds`}
              value={row.field}
              onChange={(event) => change(at, { field: event.currentTarget.value })}
            >
              {selectedFields.map(([member, label]) => (
                <option key={member} value={member}>
                  {label}
                </option>
              ))}
            </select>
            <select
              aria-label={`Language of ${named}`}
              value={row.Type}
              onChange={(event) => change(at, { Type: event.currentTarget.value })}
            >
              {selectorTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
            <button
              type="button"
              class="icon"
              aria-label={`Remove ${named}`}
              onClick={() => onChange(withSelectorRows(site, rows.toSpliced(at, 1)))}
            >
              ×
            </button>
            <input
              id={id}
              class="mono"
              required
              maxLength={1_000}
              spellcheck={false}
              aria-label={`Text of ${named}`}
              placeholder="[data-test=price]"
              value={row.Value}
              {...problemAttributes(problems, id)}
              onInput={(event) => change(at, { Value: event.currentTarget.value })}
            />
            <input
              class="mono attribute"
              maxLength={100}
              spellcheck={false}
              aria-label={`Attribute that ${named} reads`}
              placeholder="attribute"
              value={row.Attribute ?? ''}
              onInput={(event) => change(at, { Attribute: event.currentTarget.value })}
            />
            <FieldProblems problems={problems} fieldId={id} />
          </div>
        );
      })}
      <button
        type="button"
        class="quiet"
        onClick={() =>
          onChange(withSelectorRows(site, [...rows, { field: 'Price', Type: 'Css', Value: '' }]))
        }
      >
        Add a selector
      </button>
    </fieldset>
  );
};

/** All settings of a site besides name and address; opened on demand, or by a problem within. */
export const SiteSettings = (props: Props) => {
  const { site, index, problems } = props;
  const ids = plainFields.map(({ member }) => siteFieldId(index, member));
  const hasProblem = problems.some(
    ({ fieldId }) =>
      fieldId !== undefined &&
      (ids.includes(fieldId) || fieldId.startsWith(siteFieldId(index, 'Selectors.'))),
  );
  const count = countSettings(site);
  const others = otherMembers(site);
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || hasProblem;
  // Stays open when the last problem is fixed.
  useLayoutEffect(() => {
    if (hasProblem) setOpened(true);
  }, [hasProblem]);
  return (
    <details class="settings" open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        Settings{count > 0 && <span class="count"> {count}</span>}
        <span class="unseen"> of site {index + 1}</span>
      </summary>
      {/* Rendered only when open: a hundred sites have thousands of fields. */}
      {isOpen && (
        <>
          <div class="settings-fields">
            {plainFields.map((field) => (
              <Field key={field.member} field={field} {...props} />
            ))}
          </div>
          <SelectorFields {...props} />
          {others.length > 0 && (
            <p class="hint">
              Sent unchanged, without a field in this form: <bdi>{others.join(', ')}</bdi>
            </p>
          )}
        </>
      )}
    </details>
  );
};
