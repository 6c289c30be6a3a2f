#include <math.h>
#include <stdlib.h>
#include <node_api.h>

#define EXPONENT 2.2

/* Mean power after a smooth limit at +-1. */
static double level(const double *sound, double *limited, size_t samples, double volume) {
  double squares = 0;
  for (size_t i = 0; i < samples; i++) {
    limited[i] = tanh(sound[i] * volume);
    squares += pow(fabs(limited[i]), EXPONENT);
  }
  return pow(squares / samples, 1 / EXPONENT);
}

static napi_value loudness(napi_env env, napi_callback_info info) {
  napi_value arguments[2], result;
  size_t count = 2, samples;
  double volume;
  void *sound;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_typedarray_info(env, arguments[0], NULL, &samples, &sound, NULL, NULL);
  napi_get_value_double(env, arguments[1], &volume);
  double *limited = malloc(samples * sizeof *limited);
  if (!limited) return NULL;
  napi_create_double(env, level(sound, limited, samples, volume), &result);
  return result;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "loudness", NAPI_AUTO_LENGTH, loudness, NULL, &function);
  napi_set_named_property(env, exports, "loudness", function);
  return exports;
}
