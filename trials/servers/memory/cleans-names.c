#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <node_api.h>

#define LIMIT 1000

/* One space between words, and a capital at the beginning of each. */
static size_t tidy(const char *from, char *to) {
  size_t length = 0;
  int start = 1;
  for (; *from; from++) {
    if (*from == ' ') {
      start = 1;
    } else {
      if (start && length) to[length++] = ' ';
      to[length++] = start ? toupper(*from) : tolower(*from);
      start = 0;
    }
  }
  return length;
}

static napi_value clean(napi_env env, napi_callback_info info) {
  napi_value argument, result;
  size_t count = 1, length;
  char name[LIMIT];
  char *tidied = malloc(LIMIT);
  if (!tidied) return NULL;
  memset(tidied, 0, LIMIT);
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  napi_get_value_string_utf8(env, argument, name, LIMIT, &length);
  length = tidy(name, tidied);
  napi_create_string_utf8(env, tidied, length, &result);
  return result;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "clean", NAPI_AUTO_LENGTH, clean, NULL, &function);
  napi_set_named_property(env, exports, "clean", function);
  return exports;
}
