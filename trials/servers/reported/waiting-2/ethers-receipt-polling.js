const http = require('http');
const { fork } = require('child_process');
const { JsonRpcProvider, Network, id, zeroPadValue, toBeHex } = require('ethers');

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const memo = (nonce) => toBeHex(1000 + (nonce % 97), 32);

if (process.argv[2] === 'chain') {
  const mined = new Map();
  let [pending, height] = [[], 100];
  setInterval(() => { height++; for (const hash of pending) mined.set(hash, height); pending = []; }, 60);
  const methods = {
    eth_chainId: () => '0x539',
    eth_blockNumber: () => toBeHex(height),
    eth_sendTransaction: ([tx]) => { const hash = id(tx.data + tx.nonce); pending.push(hash); return hash; },
    eth_getTransactionReceipt: ([hash]) => mined.has(hash) ? {
      transactionHash: hash, blockHash: zeroPadValue('0x01', 32), blockNumber: toBeHex(mined.get(hash)), transactionIndex: '0x0',
      from: WALLET, to: WALLET, contractAddress: null, logs: [], logsBloom: '0x' + '0'.repeat(512), status: '0x1', type: '0x2',
      gasUsed: '0x5208', cumulativeGasUsed: '0x5208', effectiveGasPrice: '0x1' } : null,
  };
  const chain = http.createServer((req, res) => {
    let body = '';
    req.on('data', (c) => { body += c; }).on('end', () => {
      const call = JSON.parse(body);
      res.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: methods[call.method](call.params) }));
    });
  }).listen(0, '127.0.0.1', () => process.send(chain.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['chain'], { execArgv: [] }).once('message', start);
}

function start(chainPort) {
  const network = Network.from(1337);
  const provider = new JsonRpcProvider(`http://127.0.0.1:${chainPort}`, network, {
    staticNetwork: network,
    cacheTimeout: -1,
    batchMaxCount: 1,
    pollingInterval: 20, // HERE
  });
  let nonce = 0;

  async function settle() {
    const n = nonce++;
    const hash = await provider.send('eth_sendTransaction', [{ from: WALLET, to: WALLET, nonce: toBeHex(n), data: memo(n) }]);
    const receipt = await provider.waitForTransaction(hash); // HERE
    return { hash, block: receipt.blockNumber, ok: receipt.status === 1 };
  }

  const server = http.createServer(async (req, res) => {
    res.setHeader('content-type', 'application/json');
    try {
      if (req.url === '/settle') return res.end(JSON.stringify(await settle()));
      if (req.url === '/wallet') return res.end(JSON.stringify({ wallet: WALLET, nonce }));
      res.writeHead(404).end('{}');
    } catch (err) {
      res.writeHead(502).end(JSON.stringify({ error: err.message }));
    }
  });
  server.listen(process.env.PORT || 3000, '127.0.0.1');
}
