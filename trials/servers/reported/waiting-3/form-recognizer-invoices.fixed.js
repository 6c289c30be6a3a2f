const { fork } = require('child_process')
const http = require('http')

if (process.argv[2] === 'recognizer-stub') {
  const asked = new Map()
  let next = 1
  const result = {
    version: '2.1.0',
    readResults: [{ page: 1, angle: 0, width: 8.5, height: 11, unit: 'inch' }],
    documentResults: [{
      docType: 'prebuilt:invoice',
      pageRange: [1, 1],
      fields: {
        VendorName: { type: 'string', valueString: 'Harbour Paper Ltd', text: 'Harbour Paper Ltd', confidence: 0.97, page: 1 },
        InvoiceTotal: { type: 'number', valueNumber: 184.5, text: '184.50', confidence: 0.95, page: 1 }
      }
    }]
  }
  const server = http.createServer((req, res) => {
    req.resume()
    if (req.method === 'POST') {
      const id = '00000000-0000-4000-8000-' + String(next++).padStart(12, '0')
      asked.set(id, 0)
      const at = `http://127.0.0.1:${server.address().port}/formrecognizer/v2.1/prebuilt/invoice/analyzeResults/${id}`
      setTimeout(() => { res.writeHead(202, { 'operation-location': at }); res.end() }, 150)
      return
    }
    const id = req.url.split('?')[0].split('/').pop()
    const done = asked.get(id) === 2
    if (done) asked.delete(id)
    else asked.set(id, asked.get(id) + 1)
    const body = { status: done ? 'succeeded' : 'running', createdDateTime: '2021-05-12T08:00:00Z', lastUpdatedDateTime: '2021-05-12T08:00:01Z' }
    if (done) body.analyzeResult = result
    setTimeout(() => { res.setHeader('content-type', 'application/json'); res.end(JSON.stringify(body)) }, 40)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const express = require('express')
  const { FormRecognizerClient, AzureKeyCredential } = require('@azure/ai-form-recognizer')

  fork(__filename, ['recognizer-stub']).once('message', (stubPort) => start(`http://127.0.0.1:${stubPort}`))

  function start (endpoint) {
    const app = express()
    const recognizer = new FormRecognizerClient(endpoint, new AzureKeyCredential('library-accounts'))
    const scans = new Map([['march', Buffer.from('%PDF-1.4 scan of a supplier invoice')]])

    async function readInvoice (scan) {
      const poller = await recognizer.beginRecognizeInvoices(scan, { contentType: 'application/pdf', updateIntervalInMs: 50 })
      const [invoice] = await poller.pollUntilDone()
      return invoice
    }

    app.get('/scans', (req, res) => res.json([...scans.keys()]))

    app.get('/scans/:name/invoice', async (req, res, next) => {
      const scan = scans.get(req.params.name)
      if (!scan) return res.status(404).json({ error: 'no such scan' })
      try {
        const { fields } = await readInvoice(scan)
        res.json({ vendor: fields.VendorName.value, total: fields.InvoiceTotal.value })
      } catch (err) {
        next(err)
      }
    })

    const port = process.env.PORT || 3000
    app.listen(port, '127.0.0.1', () => console.log('invoice desk on ' + port))
  }
}
