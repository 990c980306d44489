import { useState } from 'preact/hooks';
import type { SiteResult } from '../../client/index.ts';
import { stockOf } from '../../client/ranking.ts';
import { displayName, isNamedByPage, nameOfSite, type Section } from '../arrange.ts';
import { counted } from '../counted.ts';
import type { LastPrice } from '../last-prices.ts';
import type { Look, SortKey } from '../route.ts';
import { groupTitle, productName, spaced, stockWords } from '../words.ts';
import { Doubts } from './doubts.tsx';
import { LastPriceText, Triangle } from './last-price.tsx';
import { Prices } from './result-card.tsx';
import { type OnChoose, Reason, SiteDetails } from './site-details.tsx';

interface Props {
  sections: readonly Section[];
  last: ReadonlyMap<number, LastPrice>;
  look: Look;
  onLook: (look: Look) => void;
  onChoose: OnChoose | undefined;
}

interface Column {
  key: SortKey;
  label: string;
  /** Hidden on narrow screens; the row's details have it too. */
  isExtra?: true;
}

const columns: readonly Column[] = [
  { key: 'site', label: 'Site' },
  { key: 'price', label: 'Price' },
  { key: 'stock', label: 'Stock', isExtra: true },
  { key: 'confidence', label: 'Confidence', isExtra: true },
  { key: 'outcome', label: 'Outcome', isExtra: true },
];

const Heading = ({ column, look, onLook }: { column: Column } & Pick<Props, 'look' | 'onLook'>) => {
  const isSorted = look.sort === column.key;
  const sort = () =>
    onLook({ ...look, sort: column.key, isDescending: isSorted ? !look.isDescending : false });
  return (
    <th
      scope="col"
      class={`${column.key}${column.isExtra ? ' extra' : ''}`}
      aria-sort={isSorted ? (look.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" class="sort" onClick={sort}>
        {column.label}
        {isSorted && <Triangle isDown={look.isDescending} />}
      </button>
    </th>
  );
};

const titleOf = ({ of, sites }: Section): string | undefined => {
  if (of === 'All') return undefined;
  if (of === 'None') return `No price · ${counted(sites.length, 'site')}`;
  if (of === 'Alone') return `Only price in its currency · ${counted(sites.length, 'site')}`;
  if ('sku' in of) return `${productName(of.sku, sites)} · ${counted(sites.length, 'site')}`;
  return `${groupTitle({ currency: of.currency, sites })}${of.isDoubtful ? ' to check: cheaper, but doubtful' : ''}`;
};

interface RowProps {
  site: SiteResult;
  last: LastPrice | undefined;
  hasLast: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChoose: OnChoose | undefined;
}

const Row = ({ site, last, hasLast, isOpen, onToggle, onChoose }: RowProps) => {
  const detailsId = `details-${site.Index}`;
  const stock = stockWords[stockOf(site)];
  return (
    <>
      <tr class={isOpen ? 'row open' : 'row'} data-outcome={site.Outcome} data-index={site.Index}>
        <th scope="row" class="site">
          <div class="site-cell">
            <button
              type="button"
              class="expand"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={onToggle}
            >
              <bdi>{displayName(site)}</bdi>
            </button>
            {site.Outcome !== 'Priced' && (
              <span class={`badge under ${site.Outcome}`}>{spaced(site.Outcome)}</span>
            )}
            {site.Title && (
              <span class="title">
                <bdi>{isNamedByPage(site) ? nameOfSite(site, site.Index) : site.Title}</bdi>
              </span>
            )}
          </div>
        </th>
        {site.Price ? (
          <>
            <td class="price">
              <Prices site={site} />
              {last && hasLast && <LastPriceText site={site} last={last} />}
              <Doubts site={site} />
              <span class="under stock">{stock}</span>
            </td>
            <td class={`extra stock ${stockOf(site)}`}>{stock}</td>
            <td class="extra">{site.Confidence?.toLowerCase()}</td>
          </>
        ) : (
          <td colSpan={3}>
            <Reason site={site} />
            {last && hasLast && <LastPriceText site={site} last={last} />}
          </td>
        )}
        <td class="outcome extra">
          <span class={`badge ${site.Outcome}`}>{spaced(site.Outcome)}</span>
        </td>
      </tr>
      {isOpen && (
        <tr class="details" id={detailsId}>
          <td colSpan={columns.length}>
            <div class="details-body">
              <SiteDetails site={site} onChoose={onChoose} isOpen />
            </div>
          </td>
        </tr>
      )}
    </>
  );
};

/** Open rows that need a decision if there are at most this many. */
const maxOpenAtFirst = 3;

const openAtFirst = (sections: readonly Section[]): ReadonlySet<number> => {
  const undecided = sections
    .flatMap(({ sites }) => sites)
    .filter(({ Outcome, Candidates }) => Outcome === 'Ambiguous' && Candidates.length > 0);
  return new Set(undecided.slice(0, maxOpenAtFirst).map(({ Index }) => Index));
};

/** Sites as rows, sortable by heading, with expandable evidence. */
export const ResultTable = ({ sections, last, look, onLook, onChoose }: Props) => {
  const [open, setOpen] = useState(() => openAtFirst(sections));
  const toggle = (index: number) => {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  };
  return (
    <div class="panel table-panel">
      <table class="results-table">
        <caption class="unseen">Results by site</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} look={look} onLook={onLook} />
            ))}
          </tr>
        </thead>
        {sections.map((section) => {
          const title = titleOf(section);
          return (
            <tbody key={title ?? 'all'}>
              {title && sections.length > 1 && (
                <tr class="section">
                  <th scope="rowgroup" class="section-title" colSpan={columns.length}>
                    {title}
                  </th>
                </tr>
              )}
              {section.sites.map((site) => (
                <Row
                  key={site.Index}
                  site={site}
                  last={last.get(site.Index)}
                  hasLast={last.size > 0}
                  isOpen={open.has(site.Index)}
                  onToggle={() => toggle(site.Index)}
                  onChoose={onChoose}
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
};
