import type { SellingSite } from '../../client/index.ts';
import type { Demo } from '../service.ts';
import type { Credentials } from '../storage.ts';

export interface Draft {
  credentials: Credentials;
  sku: string;
  sites: SellingSite[];
}

interface Props {
  draft: Draft;
  demo: Demo | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onChange: (draft: Draft) => void;
  onSubmit: () => void;
}

const addressOf = (site: SellingSite): string => site.Url ?? site.SearchUrl ?? '';

const withAddress = (site: SellingSite, address: string): SellingSite => {
  const { Url: _url, SearchUrl, ...rest } = site;
  return SearchUrl === undefined ? { ...rest, Url: address } : { ...rest, SearchUrl: address };
};

const withName = ({ Name: _name, ...rest }: SellingSite, name: string): SellingSite =>
  name === '' ? rest : { ...rest, Name: name };

const withKind = (site: SellingSite, kind: string): SellingSite => {
  const { Url: _url, SearchUrl: _searchUrl, ...rest } = site;
  return kind === 'search' ? { ...rest, SearchUrl: addressOf(site) } : { ...rest, Url: addressOf(site) };
};

/** Credentials, SKU and selling sites. */
export const RequestForm = ({ draft, demo, isBusy, problem, onChange, onSubmit }: Props) => {
  const { credentials, sku, sites } = draft;
  const setSite = (index: number, site: SellingSite) =>
    onChange({ ...draft, sites: sites.map((other, at) => (at === index ? site : other)) });
  const useDemo = () => {
    if (!demo) return;
    onChange({
      credentials: demo.License
        ? { uid: demo.License.UID, licenseKey: demo.License.LicenseKey }
        : credentials,
      sku: demo.Sku ?? sku,
      sites: demo.SellingSites,
    });
  };
  return (
    <form
      id="request"
      class="panel form"
      aria-label="New request"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div class="form-head">
        <h2>New request</h2>
        {demo && demo.SellingSites.length > 0 && (
          <button type="button" class="quiet" onClick={useDemo}>
            Use the demonstration shops
          </button>
        )}
      </div>
      <div class="pair">
        <label>
          UID
          <input
            required
            autocomplete="username"
            spellcheck={false}
            value={credentials.uid}
            onInput={(event) =>
              onChange({ ...draft, credentials: { ...credentials, uid: event.currentTarget.value } })
            }
          />
        </label>
        <label>
          License key
          <input
            required
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={credentials.licenseKey}
            onInput={(event) =>
              onChange({ ...draft, credentials: { ...credentials, licenseKey: event.currentTarget.value } })
            }
          />
        </label>
      </div>
      <p class="hint">Kept in this tab only, and forgotten with it.</p>
      <label>
        SKU
        <input
          required
          maxLength={128}
          spellcheck={false}
          placeholder="555088-105"
          value={sku}
          onInput={(event) => onChange({ ...draft, sku: event.currentTarget.value })}
        />
      </label>
      <fieldset>
        <legend>
          Selling sites <span class="count">{sites.length}</span>
        </legend>
        <p class="hint">
          <code>{'{sku}'}</code> in an address is replaced by the SKU.
        </p>
        <ol class="sites">
          {sites.map((site, index) => (
            // Rows have no identity but their place.
            <li key={index}>
              <input
                class="site-name"
                aria-label={`Name of site ${index + 1}`}
                placeholder="Name"
                value={site.Name ?? ''}
                onInput={(event) => setSite(index, withName(site, event.currentTarget.value))}
              />
              <select
                aria-label={`Kind of address of site ${index + 1}`}
                value={site.SearchUrl === undefined ? 'product' : 'search'}
                onChange={(event) => setSite(index, withKind(site, event.currentTarget.value))}
              >
                <option value="product">Product</option>
                <option value="search">Search</option>
              </select>
              <button
                type="button"
                class="icon"
                aria-label={`Remove site ${index + 1}`}
                onClick={() => onChange({ ...draft, sites: sites.filter((_site, at) => at !== index) })}
              >
                ×
              </button>
              <input
                class="site-address"
                // A name alone means an entry of the deployment's registry.
                required={!site.Name}
                type="text"
                inputMode="url"
                spellcheck={false}
                aria-label={`Address of site ${index + 1}`}
                placeholder="https://shop.example/p/{sku}"
                value={addressOf(site)}
                onInput={(event) => setSite(index, withAddress(site, event.currentTarget.value))}
              />
            </li>
          ))}
        </ol>
        <button
          type="button"
          class="quiet"
          disabled={sites.length >= 100}
          onClick={() => onChange({ ...draft, sites: [...sites, { Url: '' }] })}
        >
          Add a site
        </button>
      </fieldset>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy || sites.length === 0}>
        {isBusy ? 'Scraping…' : 'Scrape prices'}
      </button>
    </form>
  );
};
