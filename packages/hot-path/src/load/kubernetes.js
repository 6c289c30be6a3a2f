'use strict'

// Manifests for load from pods: Locust as hot-path runs it, where there is no hot-path. Pure.

const { locustfile, planOf } = require('./locust')

const NAME = 'hot-path'
const IMAGE = 'locustio/locust:2.47.0'
const FOLDER = '/home/locust' // of the image
const PORT = 5557

/**
 * @param {string} origin of the server, as pods reach it: `http://shop.default.svc:3000`
 * @param {import('../types/pipeline').Workload} workload its `workers` is the number of pods that send requests
 * @returns {{ operator: string, jobs: string }} YAML: for the operator of Locust, and for a cluster without it
 */
function manifests (origin, workload) {
  const { connections, durationSeconds, workers = 1 } = workload
  const file = locustfile({ ...planOf(workload, workers), seconds: durationSeconds })
  const args = `--headless --only-summary --users ${connections} --spawn-rate ${connections} --expect-workers ${workers} --host ${origin}`
  return {
    operator: documents(configMap(file), locustTest(args, workers)),
    jobs: documents(
      configMap(file),
      service(),
      job('master', `--master ${args}`, 1),
      job('worker', `--worker --master-host ${NAME}-master`, workers)
    )
  }
}

/** @param {string[]} parts */
function documents (...parts) {
  return parts.join('---\n')
}

/** @param {string} file */
function configMap (file) {
  const lines = file.trimEnd().split('\n').map((line) => (line ? `    ${line}` : ''))
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${NAME}-locustfile
data:
  locustfile.py: |
${lines.join('\n')}
`
}

/**
 * @param {string} args
 * @param {number} workers
 */
function locustTest (args, workers) {
  return `apiVersion: locust.cloud/v1
kind: LocustTest
metadata:
  name: ${NAME}
spec:
  image: ${IMAGE}
  workers: ${workers}
  args: ${JSON.stringify(args)}
  locustfile:
    configMap:
      name: ${NAME}-locustfile
`
}

function service () {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${NAME}-master
spec:
  selector:
    job-name: ${NAME}-master
  ports:
    - port: ${PORT}
`
}

/**
 * @param {string} role
 * @param {string} args
 * @param {number} count of pods at a time
 */
function job (role, args, count) {
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${NAME}-${role}
spec:
  parallelism: ${count}
  completions: ${count}
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: locust
          image: ${IMAGE}
          args: ${JSON.stringify(args.split(' '))}
          volumeMounts:
            - name: locustfile
              mountPath: ${FOLDER}
              readOnly: true
      volumes:
        - name: locustfile
          configMap:
            name: ${NAME}-locustfile
`
}

module.exports = { manifests }
