import type { SiteResult } from '../../client/index.ts';
import { counted } from '../counted.ts';
import { displayMoney } from '../money.ts';

const spaced = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const durationText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Pages name their own address; only web addresses become links. */
const safeLink = (address: string | null): string | undefined => {
  const url = address === null ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

const Variants = ({ site }: { site: SiteResult }) => (
  <details>
    <summary>{counted(site.Variants.length, 'variant')}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Variant</th>
          <th scope="col">Price</th>
          <th scope="col">Availability</th>
        </tr>
      </thead>
      <tbody>
        {site.Variants.map((variant, index) => (
          <tr key={variant.Id ?? index}>
            <td>
              {[variant.Size && `${variant.SizeRegion ?? ''} ${variant.Size}`, variant.Color]
                .filter(Boolean)
                .join(', ') ||
                variant.Id ||
                '–'}
            </td>
            <td>{variant.Price ? displayMoney(variant.Price) : '–'}</td>
            <td>{spaced(variant.Availability)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

/** What a person came for stands first. */
const evidenceOrder = ['Price', 'ListPrice', 'Currency', 'Availability'];
const placeOf = (field: string): number =>
  evidenceOrder.includes(field) ? evidenceOrder.indexOf(field) : evidenceOrder.length;

const Evidence = ({ site }: { site: SiteResult }) => (
  <details>
    <summary>Evidence</summary>
    <ul class="evidence">
      {site.Evidence.toSorted((a, b) => placeOf(a.Field) - placeOf(b.Field)).map(
        ({ Field, Source, Path, Raw, Agrees }) => (
          <li key={`${Field} ${Source} ${Path}`}>
            <strong>{Field}</strong> “{Raw}” from {Source}
            {Agrees.length > 0 && <>, agrees with {Agrees.join(', ')}</>}
            <code>{Path}</code>
          </li>
        ),
      )}
    </ul>
  </details>
);

const Prices = ({ site: { Price, ListPrice, PriceRange } }: { site: SiteResult }) => (
  <>
    {Price && (
      <p class="price">
        {displayMoney(Price)}
        {ListPrice && (
          <s>
            <span class="unseen">instead of </span>
            {displayMoney(ListPrice)}
          </s>
        )}
      </p>
    )}
    {PriceRange && (
      <p>
        from {displayMoney(PriceRange.Low)} to {displayMoney(PriceRange.High)}
      </p>
    )}
  </>
);

const Reason = ({ error }: { error: NonNullable<SiteResult['Error']> }) => (
  <p class="reason">
    {error.Message} {error.Retryable && <em>Asking again may help.</em>}
  </p>
);

const Candidates = ({ site }: { site: SiteResult }) => (
  <ul class="candidates" aria-label="Possible prices">
    {site.Candidates.map(({ Price, Path }) => (
      <li key={Path}>{displayMoney(Price)}</li>
    ))}
  </ul>
);

const Facts = ({ site: { Availability, Confidence, RenderMode, DurationMs } }: { site: SiteResult }) => (
  <p class="facts">
    {Availability !== 'Unknown' && <span>{spaced(Availability)}</span>}
    {Confidence && <span>{Confidence.toLowerCase()} confidence</span>}
    {RenderMode && <span>{RenderMode === 'Http' ? 'plain HTTP' : 'browser'}</span>}
    <span>{durationText(DurationMs)}</span>
  </p>
);

const Warnings = ({ site: { Warnings: warnings } }: { site: SiteResult }) => (
  <details>
    <summary>{counted(warnings.length, 'warning')}</summary>
    <ul>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  </details>
);

/** What one selling site gave. */
export const ResultCard = ({ site }: { site: SiteResult }) => {
  const link = safeLink(site.FinalUrl ?? site.Url);
  const name = site.Name ?? site.Url ?? `Site ${site.Index + 1}`;
  return (
    <li class="panel card" data-outcome={site.Outcome}>
      <div class="card-head">
        <h4>
          <bdi>{name}</bdi>
        </h4>
        <span class={`badge ${site.Outcome}`}>{spaced(site.Outcome)}</span>
      </div>
      <Prices site={site} />
      {site.Title && (
        <p class="title">
          <bdi>{site.Title}</bdi>
        </p>
      )}
      {site.Error && <Reason error={site.Error} />}
      {site.Candidates.length > 0 && <Candidates site={site} />}
      <Facts site={site} />
      {site.Variants.length > 0 && <Variants site={site} />}
      {site.Evidence.length > 0 && <Evidence site={site} />}
      {site.Warnings.length > 0 && <Warnings site={site} />}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          Open the page<span class="unseen"> of {name}</span>
        </a>
      )}
    </li>
  );
};
