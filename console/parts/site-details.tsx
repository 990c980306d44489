import type { Candidate, Evidence, SiteResult, Variant } from '../../client/index.ts';
import { displayName } from '../arrange.ts';
import { selectorOf } from '../candidate-selector.ts';
import { counted } from '../counted.ts';
import { displayMoney } from '../money.ts';
import { isOnPage, linkToEvidence, webAddress } from '../text-fragment.ts';
import { durationText, remedyWords, sentence, spaced } from '../words.ts';
import { MoneyOrDash, MoneyText } from './money-text.tsx';

/** Called when the user picks the right price. */
export type OnChoose = (site: SiteResult, candidate: Candidate) => void;

const PageLink = ({ href, children, of }: { href: string; children: string; of: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <span class="unseen"> {of}</span>
  </a>
);

/** The size in other systems: "US 9, UK 8". */
const otherSizes = ({ Size, SizeRegion, Sizes = [] }: Variant): string =>
  Sizes.filter((each) => each.Size !== Size || each.Region !== SizeRegion)
    .map((each) => [each.Region, each.Size].filter(Boolean).join(' '))
    .join(', ');

const hasMarket = ({ HighestBid, LastSale, OfferCount }: Variant): boolean =>
  [HighestBid, LastSale, OfferCount].some((value) => value !== undefined);

const Variants = ({ site }: { site: SiteResult }) => {
  const isTraded = site.Variants.some(hasMarket);
  return (
    <details>
      <summary>{counted(site.Variants.length, 'variant')}</summary>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Price</th>
            <th scope="col">Availability</th>
            {isTraded && (
              <>
                <th scope="col">Highest bid</th>
                <th scope="col">Last sale</th>
                <th scope="col">Offers</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {site.Variants.map((variant, index) => (
            <tr key={variant.Id ?? index}>
              <td>
                <bdi>
                  {[variant.Size && `${variant.SizeRegion ?? ''} ${variant.Size}`, variant.Color]
                    .filter(Boolean)
                    .join(', ') ||
                    variant.Id ||
                    '–'}
                </bdi>
                {otherSizes(variant) && (
                  <>
                    {' '}
                    <small>
                      <bdi>{otherSizes(variant)}</bdi>
                    </small>
                  </>
                )}
              </td>
              <td>
                <MoneyOrDash money={variant.Price} />
              </td>
              <td>{spaced(variant.Availability)}</td>
              {isTraded && (
                <>
                  <td>
                    <MoneyOrDash money={variant.HighestBid} />
                  </td>
                  <td>
                    <MoneyOrDash money={variant.LastSale} />
                  </td>
                  <td>{variant.OfferCount ?? '–'}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

/** Prices of several sellers. */
const Offers = ({ offers }: { offers: SiteResult['Offers'] }) => (
  <details>
    <summary>{counted(offers.length, 'offer')}</summary>
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Seller</th>
          <th scope="col">Price</th>
          <th scope="col">Shipping</th>
          <th scope="col">Total</th>
          <th scope="col">Condition</th>
          <th scope="col">Availability</th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer, index) => (
          <tr key={`${offer.Seller?.Name} ${index}`}>
            <td>
              <bdi>{offer.Seller?.Name ?? '–'}</bdi>
              {offer.IsFeatured && ' (featured)'}
            </td>
            <td>
              <MoneyText money={offer.Price} />
            </td>
            <td>
              <MoneyOrDash money={offer.Shipping} />
            </td>
            <td>
              <MoneyOrDash money={offer.Total} />
            </td>
            <td>{offer.Condition ? spaced(offer.Condition) : '–'}</td>
            <td>{spaced(offer.Availability)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

/** Puts the evidence of the price first. */
const evidenceOrder = ['Price', 'ListPrice', 'Currency', 'Availability'];
const placeOf = (field: string): number =>
  evidenceOrder.includes(field) ? evidenceOrder.indexOf(field) : evidenceOrder.length;

const EvidenceEntry = ({ evidence, site }: { evidence: Evidence; site: SiteResult }) => {
  const { Field, Source, Path, Raw, Agrees } = evidence;
  const page = webAddress(site.FinalUrl ?? site.Url);
  return (
    <li>
      <strong>{spaced(Field)}</strong> <q>{Raw}</q> from {Source}
      {Agrees.length > 0 && <>, agrees with {Agrees.join(', ')}</>}
      {page && isOnPage(evidence) && (
        <>
          {' · '}
          <PageLink href={linkToEvidence(page, evidence)} of={`${spaced(Field)} of ${displayName(site)}`}>
            Show on the page
          </PageLink>
        </>
      )}
      <code>{Path}</code>
    </li>
  );
};

/** Where each value was found on the page. */
const EvidenceList = ({ site }: { site: SiteResult }) => (
  <ul class="evidence" aria-label="Evidence">
    {site.Evidence.toSorted((a, b) => placeOf(a.Field) - placeOf(b.Field)).map((evidence) => (
      <EvidenceEntry
        key={`${evidence.Field} ${evidence.Source} ${evidence.Path}`}
        evidence={evidence}
        site={site}
      />
    ))}
  </ul>
);

const Candidates = ({ site, onChoose }: { site: SiteResult; onChoose: OnChoose | undefined }) => (
  <ul class="candidates" aria-label={`Possible prices of ${displayName(site)}`}>
    {site.Candidates.map((candidate, index) => (
      <li key={`${candidate.Path} ${index}`}>
        <MoneyText money={candidate.Price} />
        {onChoose && selectorOf(candidate) && (
          <button type="button" class="quiet" onClick={() => onChoose(site, candidate)}>
            This one is right
          </button>
        )}
        <code>{candidate.Path}</code>
      </li>
    ))}
  </ul>
);

const Facts = ({ site }: { site: SiteResult }) => {
  const { Availability, Confidence, Condition, Identity, RenderMode, DurationMs, Seller } = site;
  const facts = [
    Availability !== 'Unknown' && spaced(Availability),
    Condition !== null && Condition !== 'New' && spaced(Condition),
    Confidence && `${Confidence.toLowerCase()} confidence`,
    Identity.Verdict === 'Same' && `product matched by ${Identity.By.join(', ')}`,
    Seller && Seller.Name !== site.Name && `sold by ${Seller.Name}`,
    RenderMode && (RenderMode === 'Http' ? 'plain HTTP' : 'browser'),
    durationText(DurationMs),
  ];
  return <p class="facts">{facts.filter(Boolean).join(' · ')}</p>;
};

/** Additional costs. */
const Costs = ({ site }: { site: SiteResult }) => {
  const { Shipping, UnitPrice, LowestRecentPrice, ValidUntil } = site;
  const costs = [
    Shipping && (Shipping.Amount === '0' ? 'free shipping' : `shipping ${displayMoney(Shipping)}`),
    Shipping?.FreeFrom && `free from ${Shipping.FreeFrom}`,
    UnitPrice && `${displayMoney(UnitPrice)} per ${UnitPrice.Per.Raw}`,
    LowestRecentPrice && `lowest in 30 days ${displayMoney(LowestRecentPrice)}`,
    ValidUntil && `valid until ${ValidUntil}`,
  ].filter(Boolean);
  return costs.length > 0 ? <p class="facts">{costs.join(' · ')}</p> : null;
};

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <details>
    <summary>{counted(warnings.length, 'warning')}</summary>
    <ul>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  </details>
);

const Range = ({ range: { Low, High } }: { range: NonNullable<SiteResult['PriceRange']> }) => (
  <p>
    from <MoneyText money={Low} /> to <MoneyText money={High} />
  </p>
);

/** Why a site has no price, and what to do about it. */
export const Reason = ({ site: { Error: error } }: { site: SiteResult }) =>
  error && (
    <p class="reason">
      {sentence(error.Message)} <strong>{remedyWords(error)}</strong>
    </p>
  );

/** All results of a site besides name, price and outcome. */
export const SiteDetails = ({
  site,
  onChoose,
  isOpen,
}: {
  site: SiteResult;
  /** Absent if the request's sites are unknown to this browser. */
  onChoose: OnChoose | undefined;
  /** Show evidence at once rather than on demand. */
  isOpen: boolean;
}) => {
  const link = webAddress(site.FinalUrl ?? site.Url);
  return (
    <>
      {site.PriceRange && <Range range={site.PriceRange} />}
      {/* An open row shows it above. */}
      {!(isOpen && site.Price === null) && <Reason site={site} />}
      {site.Candidates.length > 0 && <Candidates site={site} onChoose={onChoose} />}
      <Facts site={site} />
      <Costs site={site} />
      {site.Evidence.length > 0 &&
        (isOpen ? (
          <EvidenceList site={site} />
        ) : (
          <details>
            <summary>Evidence</summary>
            <EvidenceList site={site} />
          </details>
        ))}
      {site.Offers.length > 0 && <Offers offers={site.Offers} />}
      {site.Variants.length > 0 && <Variants site={site} />}
      {site.Warnings.length > 0 && <Warnings warnings={site.Warnings} />}
      {link && (
        <PageLink href={link} of={`of ${displayName(site)}`}>
          Open the page
        </PageLink>
      )}
    </>
  );
};
