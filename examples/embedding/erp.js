// In the browser: shows the page of the contract in a frame, and listens to what happens there.
const start = document.querySelector('#start');
const state = document.querySelector('#state');
const place = document.querySelector('#frame');
const words = ['草稿', '填写中', '签署中', '已完成', '已撤销', '已过期', '已拒签'];
let flowId = null;
let frame = null;

start.addEventListener('click', async () => {
  const answer = await (await fetch('/contracts', { method: 'POST' })).json();
  flowId = answer.flowId;
  frame = document.createElement('iframe');
  frame.title = '签署合同';
  frame.allow = 'camera; otp-credentials; fullscreen; clipboard-write';
  frame.width = '100%';
  frame.height = '800';
  frame.src = answer.address;
  place.replaceChildren(frame);
  await look();
});

addEventListener('message', async ({ origin, source, data }) => {
  // Anybody can send messages to a window: only the service's, from this very frame, are taken.
  if (origin !== start.dataset.service || source !== frame?.contentWindow || data.source !== 'cinnabar')
    return;
  const line = document.createElement('li');
  line.textContent = `${data.at} ${data.type} ${JSON.stringify(data.data)}`;
  document.querySelector('#news').append(line);
  if (data.type === 'height') frame.height = String(Math.max(600, data.data.height));
  if (data.type === 'closed') place.replaceChildren();
  if (['signed', 'refused', 'closed'].includes(data.type)) await look();
});

async function look() {
  const { flowStatus } = await (await fetch(`/state?flowId=${flowId}`)).json();
  state.textContent = words[flowStatus];
  if (flowStatus !== 3) return;
  const link = document.createElement('a');
  link.href = `/contract.pdf?flowId=${flowId}`;
  link.textContent = '下载合同';
  state.append(' ', link);
}
