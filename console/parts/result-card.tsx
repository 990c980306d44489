import type { SiteResult } from '../../client/index.ts';
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
    <summary>
      {site.Variants.length} {site.Variants.length === 1 ? 'variant' : 'variants'}
    </summary>
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
      {site.Price && (
        <p class="price">
          {displayMoney(site.Price)}
          {site.ListPrice && (
            <s>
              <span class="unseen">instead of </span>
              {displayMoney(site.ListPrice)}
            </s>
          )}
        </p>
      )}
      {site.PriceRange && (
        <p>
          from {displayMoney(site.PriceRange.Low)} to {displayMoney(site.PriceRange.High)}
        </p>
      )}
      {site.Title && (
        <p class="title">
          <bdi>{site.Title}</bdi>
        </p>
      )}
      {site.Error && (
        <p class="reason">
          {site.Error.Message} {site.Error.Retryable && <em>Asking again may help.</em>}
        </p>
      )}
      {site.Candidates.length > 0 && (
        <ul class="candidates" aria-label="Possible prices">
          {site.Candidates.map(({ Price, Path }) => (
            <li key={Path}>{displayMoney(Price)}</li>
          ))}
        </ul>
      )}
      <p class="facts">
        {site.Availability !== 'Unknown' && <span>{spaced(site.Availability)}</span>}
        {site.Confidence && <span>{site.Confidence.toLowerCase()} confidence</span>}
        {site.RenderMode && <span>{site.RenderMode === 'Http' ? 'plain HTTP' : 'browser'}</span>}
        <span>{durationText(site.DurationMs)}</span>
      </p>
      {site.Variants.length > 0 && <Variants site={site} />}
      {site.Evidence.length > 0 && <Evidence site={site} />}
      {site.Warnings.length > 0 && (
        <details>
          <summary>
            {site.Warnings.length} {site.Warnings.length === 1 ? 'warning' : 'warnings'}
          </summary>
          <ul>
            {site.Warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          Open the page<span class="unseen"> of {name}</span>
        </a>
      )}
    </li>
  );
};
