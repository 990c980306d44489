import { page, product, productPage } from './markup.ts';
import type { Shop } from './shop.ts';

export const challengeShop: Shop = {
  name: 'Bastion Coffee',
  shows: 'a challenge page with status 200',
  path: '/item/{sku}',
  expected: { outcome: 'Blocked', errorCode: 'BotChallenge' },
  respond: productPage(() =>
    page({
      lang: 'en',
      title: 'Just a moment...',
      head: '<meta name="robots" content="noindex,nofollow">',
      css: 'body{font-family:system-ui,sans-serif;background:#fff;color:#313131;display:grid;place-items:center;min-height:100vh}main{max-width:560px;padding:24px}.spinner{width:34px;height:34px;border:4px solid #ddd;border-top-color:#1a73e8;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}',
      body: `<main><h1>Checking your browser</h1><p>Verify you are human by completing the action below. This process is automatic.</p><div class="spinner"></div><form id="challenge-form" action="/verify?item=${product.sku}" method="post"><div class="g-recaptcha" data-sitekey="demonstration"></div></form><noscript>Please enable JavaScript and cookies to continue.</noscript><p><small>bastion.example needs to review the security of your connection before proceeding. Ray ID: 0000demo</small></p></main>`,
    }),
  ),
};
