import type { Browser } from 'playwright-core';

/** A photograph of a seal on paper: a red ring with characters on an off-white ground. */
export async function photographedSeal(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
  await page.setContent(`<style>
    body { margin: 0; background: #f1eee6; font-family: 'Noto Sans SC', sans-serif }
    div { position: absolute; inset: 40px; border: 14px solid #c8252a; border-radius: 50%; color: #c8252a;
      display: flex; flex-direction: column; align-items: center; justify-content: center; font-weight: 600 }
    b { font-size: 90px; line-height: 1 }
    span { font-size: 34px }
  </style><div><b>★</b><span>星河科技有限公司</span><span>行政公章</span></div>`);
  const png = await page.screenshot({ type: 'png' });
  await page.close();
  return png;
}
